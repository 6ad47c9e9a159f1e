import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './Icon.tsx'
import { useScope } from './Scope.ts'

export type CopyButtonProps = {
  text: string
  /** Names the copied text, for example "Copy address". */
  label: string
  kind?: 'icon' | 'secondary'
}

/** Copies a text, and shows the outcome for two seconds. */
export function CopyButton({ text, label, kind = 'icon' }: CopyButtonProps) {
  const { t } = useScope()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  async function copy(): Promise<void> {
    // Frames without the permission and some in-app browsers have no clipboard.
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setState(copied === true ? 'copied' : 'failed')
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setState('idle'), 2000)
  }
  const shown = state === 'copied' ? t('copy.done') : state === 'failed' ? t('copy.failed') : label
  const icon = <Icon name={state === 'copied' ? 'check' : state === 'failed' ? 'alert' : 'copy'} />
  return (
    <>
      {kind === 'icon' ? (
        <button type="button" class="icon-button" data-copy={state} aria-label={label} title={shown} onClick={copy}>
          {icon}
        </button>
      ) : (
        <button type="button" class="btn" data-kind={kind} onClick={copy}>
          {icon}
          <span>{shown}</span>
        </button>
      )}
      <span class="sr" role="status">
        {state === 'idle' ? '' : shown}
      </span>
    </>
  )
}
