import { shortenAddress } from '@latchkey/protocol'
import { createMoneyFormat } from '../format/createMoneyFormat.ts'
import { useAccount } from '../hooks/useAccount.ts'
import { useBalances } from '../hooks/useBalances.ts'
import { useModal } from '../hooks/useModal.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { Identicon } from '../identicon/Identicon.tsx'
import { useLatchkeyContext } from '../provider/LatchkeyContext.ts'
import { ButtonShell } from './ButtonShell.tsx'

/** What {@link AccountButton} takes. */
export type AccountButtonProps = {
  className?: string | undefined
  /** Shows what the account is worth. It reads the balances on load, so it is off by default. */
  showBalance?: boolean | undefined
}

/** The connected account; opens it. Renders nothing while nobody is connected. */
export function AccountButton({ className, showBalance = false }: AccountButtonProps) {
  const { translateButton: t, locale } = useLatchkeyContext()
  const { account } = useAccount()
  const { unsupportedChainId } = useNetwork()
  const { open, isOpen } = useModal()
  const { total } = useBalances({ enabled: showBalance })
  if (account === undefined) return null
  const short = shortenAddress(account.address)
  if (unsupportedChainId !== undefined) {
    return (
      <ButtonShell
        kind="warn"
        className={className}
        expanded={isOpen}
        onClick={() => void open({ view: 'UnsupportedChain' })}
      >
        <span className="label">{t('button.unsupported')}</span>
      </ButtonShell>
    )
  }
  return (
    <ButtonShell
      kind="chip"
      label={t('button.account', { address: short })}
      className={className}
      expanded={isOpen}
      onClick={() => void open()}
    >
      <Identicon address={account.address} />
      {showBalance && total !== undefined && <span className="value">{createMoneyFormat(locale)(total)}</span>}
      <span className="label" translate="no">
        {short}
      </span>
    </ButtonShell>
  )
}
