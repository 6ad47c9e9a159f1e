import { shortenAddress } from '@latchkey/protocol'
import { lazy, Suspense } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useAccount } from '../hooks/useAccount.ts'
import { useIdentity } from '../hooks/useIdentity.ts'
import { useModal } from '../hooks/useModal.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { Avatar } from '../identicon/Avatar.tsx'
import { useReadable } from '../store/useReadable.ts'
import type { ButtonShellProps } from './ButtonShell.tsx'

const ButtonBalance = lazy(() =>
  import('./ButtonBalance.tsx').then(
    (chunk) => ({ default: chunk.ButtonBalance }),
    // If its code fails to load, the button shows no balance.
    () => ({ default: () => null }),
  ),
)

/** Returns the props of the connected account's button; undefined while no wallet is connected. */
export function useAccountShell({ showBalance }: { showBalance: boolean }): ButtonShellProps | undefined {
  const { latchkey, translateButton: t } = useLatchkeyContext()
  const { account } = useAccount()
  const { unsupportedChainId } = useNetwork()
  const { open, isOpen } = useModal()
  const { name, image } = useIdentity(account?.address)
  const { isProtected } = useReadable(latchkey.email)
  if (account === undefined) return undefined
  const isAtRisk = account.connector.type === 'embedded' && isProtected === false
  const who = name ?? shortenAddress(account.address)
  if (unsupportedChainId !== undefined && latchkey.networks.leavesUnsupported) {
    return {
      kind: 'warn',
      expanded: isOpen,
      onClick: () => void open(),
      children: <span className="label">{t('button.unsupported')}</span>,
    }
  }
  return {
    kind: 'chip',
    label: t(isAtRisk ? 'button.unprotected' : 'button.account', { address: who }),
    tip: isAtRisk,
    expanded: isOpen,
    onClick: () => void open(),
    children: (
      <>
        <Avatar address={account.address} image={image} />
        {isAtRisk && <b style={{ color: 'var(--loss-text)' }}>!</b>}
        <Suspense fallback={null}>{showBalance && <ButtonBalance />}</Suspense>
        <span className="label" translate="no">
          {who}
        </span>
      </>
    ),
  }
}
