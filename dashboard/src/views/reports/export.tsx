import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.js'
import { download } from '../../parts/download.js'
import { formatBytes } from '../../parts/format.js'
import { Fault } from '../../parts/notices.js'
import { useAct } from '../../state/act.js'
import { EXPORT_FORMATS, readExport, type ExportFormat } from '../../state/export.js'

/** Saves a session as a file. The page reads it with its key: a plain link would carry no key. */
export function ExportButton({ sessionId }: { sessionId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Export …
      </button>
      {isOpen && <ExportDialog sessionId={sessionId} close={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ sessionId, close }: { sessionId: string; close: () => void }) {
  const [bytes, setBytes] = useState<number | null>(null)
  const ended = useRef(new AbortController())
  const act = useAct()
  useEffect(() => () => ended.current.abort(), [])
  const save = (format: ExportFormat) =>
    act.run(async () => {
      setBytes(0)
      const { signal } = ended.current
      const file = await readExport(sessionId, format, { signal, onBytes: setBytes }).finally(() => setBytes(null))
      download(`${sessionId}.${EXPORT_FORMATS[format].extension}`, file.type, file)
      close()
    })
  return (
    <Dialog title="Export the session" onClose={close}>
      <p>The file holds the whole history and every record, as of this moment.</p>
      <ul class="export-list">
        {Object.entries(EXPORT_FORMATS).map(([format, { title, note }]) => (
          <li key={format}>
            <button type="button" disabled={act.isBusy} onClick={() => void save(format as ExportFormat)}>
              {title}
            </button>
            <span>{note}</span>
          </li>
        ))}
      </ul>
      {bytes !== null && <p role="status">Reading: {formatBytes(bytes)}</p>}
      {act.fault !== null && <Fault text={act.fault} />}
      <div class="dialog-buttons">
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}
