import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  title: string
  /** Called when the person closes it, also with Escape. */
  onClose: () => void
  children: ComponentChildren
}

/** A question over the page. The browser keeps the focus inside, and returns it to where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = box.current!
    dialog.showModal()
    return () => dialog.close()
  }, [])
  return (
    <dialog ref={box} aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

interface ChoicesProps {
  /** Name of the button that does it. */
  act: string
  isBusy: boolean
  fault: string | null
  onAct: () => void
  onClose: () => void
  /** Removes something permanently. */
  isDangerous?: boolean
}

/** The buttons below a question, and why the answer was refused. */
export function Choices({ act, isBusy, fault, onAct, onClose, isDangerous = false }: ChoicesProps) {
  return (
    <>
      {fault !== null && (
        <p class="form-fault" role="alert">
          {fault}
        </p>
      )}
      <div class="dialog-buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class={isDangerous ? 'danger' : 'primary'} disabled={isBusy} onClick={onAct}>
          {isBusy ? 'Working …' : act}
        </button>
      </div>
    </>
  )
}
