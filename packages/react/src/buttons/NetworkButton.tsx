import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useModal } from '../hooks/useModal.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { ButtonChevron } from './ButtonChevron.tsx'
import { ButtonShell } from './ButtonShell.tsx'
import { ButtonSpinner } from './ButtonSpinner.tsx'

export type NetworkButtonProps = {
  /** Class of the host element on the page. The button is in a shadow root that page styles do not reach. */
  className?: string | undefined
}

/**
 * Shows the active network, and opens the list of networks.
 *
 * @example <NetworkButton />
 */
export function NetworkButton({ className }: NetworkButtonProps) {
  const { translateButton: t, latchkey } = useLatchkeyContext()
  const { active, switchingTo, unsupportedChainId } = useNetwork()
  const { open, isOpen } = useModal()
  const unsupported = active === undefined || unsupportedChainId !== undefined
  return (
    <ButtonShell
      kind={unsupported ? 'warn' : 'chip'}
      busy={switchingTo !== undefined}
      label={unsupported ? undefined : t('button.network', { network: active.name })}
      className={className}
      expanded={isOpen}
      // An app that does not let visitors switch networks has no list.
      onClick={() =>
        void open(
          latchkey.config.enableNetworkSwitch === false ? {} : { view: unsupported ? 'UnsupportedChain' : 'Networks' },
        )
      }
    >
      {unsupported ? (
        <span className="label">{t('button.unsupported')}</span>
      ) : (
        <>
          {active.imageUrl === undefined ? (
            <span className="picture" aria-hidden="true" data-text={active.name.slice(0, 1)} />
          ) : (
            <img className="picture" src={active.imageUrl} alt="" />
          )}
          <span className="label" translate="no">
            {active.name}
          </span>
        </>
      )}
      {switchingTo === undefined ? <ButtonChevron /> : <ButtonSpinner />}
    </ButtonShell>
  )
}
