import { useRef } from 'preact/hooks'

export type TabsProps<Id extends string> = {
  label: string
  /** ID of the panel; the tab of an ID is `<panel>-<id>`. */
  panel: string
  tabs: readonly { id: Id; text: string }[]
  selected: Id
  onSelect: (id: Id) => void
}

/** Tabs of a page: one tab stop, with arrow keys between them. */
export function Tabs<Id extends string>({ label, panel, tabs, selected, onSelect }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
    const step = (steps[event.key] ?? 0) * (document.documentElement.dir === 'rtl' ? -1 : 1)
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex(({ id }) => id === selected)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${panel}-${next.id}`)}`)?.focus()
  }
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ id, text }) => (
        <button
          key={id}
          id={`${panel}-${id}`}
          type="button"
          role="tab"
          class="tab"
          aria-selected={id === selected ? 'true' : 'false'}
          aria-controls={panel}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
