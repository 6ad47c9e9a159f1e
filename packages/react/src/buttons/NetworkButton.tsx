import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useModal } from '../hooks/useModal.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { ButtonChevron } from './ButtonChevron.tsx'
import { ButtonShell } from './ButtonShell.tsx'
import { ButtonSpinner } from './ButtonSpinner.tsx'

/** What {@link NetworkButton} takes. */
export type NetworkButtonProps = {
  /** Of the element on the page; the button itself stands in a shadow root that page styles do not reach. */
  className?: string | undefined
}

/**
 * The network in use; opens the list of networks.
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
      // Where visitors change no networks, there is no list to open.
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
