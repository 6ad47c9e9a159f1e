import { type KeyboardEvent, type ReactNode, useId } from 'react'

export type TabsProps<Id extends string> = {
  label: string
  value: Id
  tabs: readonly { id: Id; label: string; content: ReactNode }[]
  onChange: (id: Id) => void
}

/** Tabs. The arrow keys move between them. */
export function Tabs<Id extends string>({ label, value, tabs, onChange }: TabsProps<Id>) {
  const base = useId()
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const at = tabs.findIndex(({ id }) => id === value)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const next =
      event.key === forward
        ? (at + 1) % tabs.length
        : event.key === backward
          ? (at - 1 + tabs.length) % tabs.length
          : undefined
    const tab = next === undefined ? undefined : tabs[next]
    if (tab === undefined) return
    event.preventDefault()
    onChange(tab.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }
  const current = tabs.find(({ id }) => id === value)
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}${id}`}
            className="tab"
            aria-selected={id === value}
            aria-controls={`${base}panel`}
            tabIndex={id === value ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}panel`} className="tab-panel" aria-labelledby={`${base}${value}`} key={value}>
        {current?.content}
      </div>
    </>
  )
}
