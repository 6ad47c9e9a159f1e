import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useAccount } from '../hooks/useAccount.ts'
import { useModal } from '../hooks/useModal.ts'
import { useReadable } from '../store/useReadable.ts'
import type { AccountButtonProps } from './AccountButton.tsx'
import { ButtonShell } from './ButtonShell.tsx'
import { ButtonSpinner } from './ButtonSpinner.tsx'
import { useAccountShell } from './useAccountShell.tsx'

export type ConnectButtonProps = AccountButtonProps & {
  /** Replaces "Connect wallet". */
  label?: string | undefined
}

/**
 * The only button that most apps need: connects a wallet, and shows the account of a connected one.
 *
 * @example <ConnectButton />
 */
export function ConnectButton({ label, className, showBalance = false }: ConnectButtonProps) {
  const { loader, translateButton: t } = useLatchkeyContext()
  const { status } = useAccount()
  const { open, isOpen } = useModal()
  const loading = useReadable(loader).status
  const account = useAccountShell({ showBalance })
  // The same shell before and after, so that a button that was pressed by keyboard keeps the focus.
  if (account !== undefined) return <ButtonShell {...account} className={className} />
  const connecting = status === 'connecting' && t('button.connecting')
  const reconnecting = status === 'reconnecting' && t('button.reconnecting')
  const failed = loading === 'failed' && t('button.loadFailed')
  return (
    <ButtonShell
      kind={status === 'reconnecting' ? 'plain' : 'primary'}
      busy={status !== 'disconnected'}
      className={className}
      expanded={isOpen}
      onClick={() => void open()}
    >
      {status !== 'disconnected' && <ButtonSpinner />}
      <span className="label" data-own={label && true}>
        {connecting || reconnecting || failed || label || t('button.connect')}
      </span>
    </ButtonShell>
  )
}
