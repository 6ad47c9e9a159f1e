import { useModalScope } from '../../context/ModalScope.tsx'
import type { UseBalancesReturnType } from '../../hooks/useBalances.ts'
import { Freshness } from '../../ui/Freshness.tsx'
import { List } from '../../ui/List.tsx'
import { NoTokens } from '../../ui/NoTokens.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TokenRow } from '../../ui/TokenRow.tsx'

export type TokenListProps = { balances: UseBalancesReturnType }

/** The tokens of the account; a row opens the send form. */
export function TokenList({ balances }: TokenListProps) {
  const { latchkey, t } = useModalScope()
  const { data } = balances
  return (
    <>
      <Freshness resource={balances} onRetry={() => void balances.refresh({ force: true })} />
      {data === undefined ? (
        balances.error === undefined && <SkeletonRows count={3} ends />
      ) : data.length === 0 ? (
        <NoTokens title={t('tokens.empty.title')} text={t('tokens.empty.text')} />
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
