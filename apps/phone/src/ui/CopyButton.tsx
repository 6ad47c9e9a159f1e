import { useEffect, useState } from 'react'
import { IconButton } from './IconButton.tsx'

/** Copies a text and shows the result. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('done')
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <>
      <IconButton
        icon={outcome === 'done' ? 'check' : outcome === 'failed' ? 'warn' : 'copy'}
        label={label}
        onClick={copy}
      />
      <span className="visually-hidden" role="status">
        {outcome === 'done' ? 'Copied' : outcome === 'failed' ? 'Copying was not allowed' : ''}
      </span>
    </>
  )
}
