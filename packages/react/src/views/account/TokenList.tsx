import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import type { UseBalancesReturnType } from '../../hooks/useBalances.ts'
import { Button } from '../../ui/Button.tsx'
import { Freshness } from '../../ui/Freshness.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { List } from '../../ui/List.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TokenRow } from '../../ui/TokenRow.tsx'

export type TokenListProps = { balances: UseBalancesReturnType }

/** The tokens of the account; a row opens the send form. */
export function TokenList({ balances }: TokenListProps) {
  const { latchkey, t } = useModalScope()
  const { data } = balances
  const isBuyable = useAccount().account?.namespace !== 'bip122'
  return (
    <>
      <Freshness resource={balances} onRetry={() => void balances.refresh({ force: true })} />
      {data === undefined ? (
        balances.error === undefined && <SkeletonRows count={3} ends />
      ) : data.length === 0 ? (
        <>
          <Hero icon="coins" title={t('tokens.empty.title')} text={t('tokens.empty.text')} />
          <div className="pair">
            {isBuyable && (
              <Button kind="secondary" icon="plus" onClick={() => latchkey.modal.push('OnRampProviders')}>
                {t('title.OnRampProviders')}
              </Button>
            )}
            <Button kind="secondary" icon="receive" onClick={() => latchkey.modal.push('Receive')}>
              {t('account.receive')}
            </Button>
          </div>
        </>
      ) : (
        <List label={t('account.tokens')}>
          {data.map((token) => (
            <TokenRow
              key={token.address ?? token.symbol}
              token={token}
              onClick={() =>
                latchkey.modal.push('WalletSend', token.address === undefined ? {} : { assetAddress: token.address })
              }
            />
          ))}
        </List>
      )}
    </>
  )
}
