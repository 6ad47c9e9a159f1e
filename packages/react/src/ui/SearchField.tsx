import { type KeyboardEvent, useId } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

export type SearchFieldProps = { value: string; label: string; onChange: (value: string) => void }

/** A search field above a list. Arrow down moves into the list. */
export function SearchField({ value, label, onChange }: SearchFieldProps) {
  const { t } = useModalScope()
  const id = useId()
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'ArrowDown') return
    const row = event.currentTarget.closest('.view')?.querySelector<HTMLElement>('.row:not(.row-skeleton)')
    if (row === null || row === undefined) return
    event.preventDefault()
    row.focus()
  }
  return (
    <div className="search">
      <Icon name="search" />
      <input
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        data-autofocus=""
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value !== '' && <IconButton icon="close" label={t('search.clear')} onClick={() => onChange('')} />}
    </div>
  )
}
