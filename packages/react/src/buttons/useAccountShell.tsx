import { shortenAddress } from '@latchkey/protocol'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { createMoneyFormat } from '../format/createMoneyFormat.ts'
import { useAccount } from '../hooks/useAccount.ts'
import { useBalances } from '../hooks/useBalances.ts'
import { useIdentity } from '../hooks/useIdentity.ts'
import { useModal } from '../hooks/useModal.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { Avatar } from '../identicon/Avatar.tsx'
import type { ButtonShellProps } from './ButtonShell.tsx'

/** The button of the connected account, as what its shell takes; undefined while nobody is connected. */
export function useAccountShell({ showBalance }: { showBalance: boolean }): ButtonShellProps | undefined {
  const { latchkey, translateButton: t, locale } = useLatchkeyContext()
  const { account } = useAccount()
  const { unsupportedChainId } = useNetwork()
  const { open, isOpen } = useModal()
  const { total } = useBalances({ enabled: showBalance })
  const { name, image } = useIdentity(account?.address)
  if (account === undefined) return undefined
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
    label: t('button.account', { address: who }),
    expanded: isOpen,
    onClick: () => void open(),
    children: (
      <>
        <Avatar address={account.address} image={image} />
        {showBalance && total !== undefined && <span className="value">{createMoneyFormat(locale)(total)}</span>}
        <span className="label" translate="no">
          {who}
        </span>
      </>
    ),
  }
}
