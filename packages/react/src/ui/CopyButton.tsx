import { useModalScope } from '../context/ModalScope.tsx'
import { Icon } from './Icon.tsx'
import { useCopy } from './useCopy.ts'

export type CopyButtonProps = {
  text: string
  /** Label, for example "Copy address". */
  label: string
  kind?: 'icon' | 'primary' | 'secondary'
}

/** Copies a text, and confirms it. */
export function CopyButton({ text, label, kind = 'icon' }: CopyButtonProps) {
  const { t } = useModalScope()
  const { state, copy } = useCopy(text)
  const shown = state === 'copied' ? t('copy.done') : state === 'failed' ? t('copy.failed') : label
  const icon = <Icon name={state === 'copied' ? 'check' : state === 'failed' ? 'alert' : 'copy'} />
  return (
    <>
      {kind === 'icon' ? (
        <button type="button" className="icon-button" data-copy={state} aria-label={label} title={shown} onClick={copy}>
          {icon}
        </button>
      ) : (
        <button type="button" className="btn" data-kind={kind} onClick={copy}>
          {icon}
          <span>{shown}</span>
        </button>
      )}
      <span className="sr" role="status">
        {state === 'idle' ? '' : shown}
      </span>
    </>
  )
}
