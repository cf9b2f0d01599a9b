import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

interface SearchFormProps {
  /** The words searched for now. */
  query: string
  label: string
  onSearch: (query: string) => void
  children?: ComponentChildren
}

/** Words to search for. Enter searches; the address then holds the words, so that Back returns to the search before. */
export function SearchForm({ query, label, onSearch, children }: SearchFormProps) {
  const [words, setWords] = useState(query)
  useEffect(() => setWords(query), [query])
  return (
    <form
      class="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(words.trim())
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder="Words, names, paths, error codes"
        maxLength={1_000}
        required
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {children}
      <button type="submit" class="primary">
        Search
      </button>
    </form>
  )
}
