import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { Row } from '../../ui/Row.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { summarizeTracked } from './summarizeTracked.ts'
import { useUnderWay } from './useUnderWay.ts'

export type PendingTransactionsProps = {
  /** Largest number of rows; a link leads to the others. */
  limit?: number
}

/** Pending transactions, and failed ones that the visitor has not dismissed, as rows that open them. Empty without any. */
export function PendingTransactions({ limit }: PendingTransactionsProps) {
  const { latchkey, t, format } = useModalScope()
  const { networks, active } = useReadable(latchkey.networks)
  const transactions = useUnderWay()
  if (transactions.length === 0) return null
  return (
    <>
      <List label={t('transactions.underWay')}>
        {transactions.slice(0, limit).map((transaction) => {
          const { id, chainId } = transaction
          const { title, symbol, amountText, status, isFailed } = summarizeTracked(transaction)
          const elsewhere = chainId === active?.caipNetworkId ? undefined : chainId
          const isUncertain = transaction.status.type === 'uncertain'
          return (
            <Row
              key={id}
              id={id}
              picture={
                <span className="picture tile" data-tone={isFailed ? 'loss' : undefined}>
                  {isFailed || isUncertain ? <Icon name={isFailed ? 'alert' : 'help'} /> : <Spinner />}
                </span>
              }
              title={
                <span className="split" data-muted={isFailed || undefined}>
                  <span>{t(title)}</span>
                  <span className="figures amount" translate="no">
                    {format.amount(amountText, { digits: 4 })} {symbol}
                  </span>
                </span>
              }
              subtitle={
                <span className="split">
                  <span data-tone={isFailed ? 'loss' : undefined}>{t(status)}</span>
                  {elsewhere !== undefined && (
                    <span translate="no">
                      {networks.find(({ caipNetworkId }) => caipNetworkId === elsewhere)?.name ?? elsewhere}
                    </span>
                  )}
                </span>
              }
              onClick={() => latchkey.modal.push('Transaction', { id })}
            />
          )
        })}
      </List>
      {limit !== undefined && transactions.length > limit && (
        <Button kind="quiet" onClick={() => latchkey.modal.push('Activity')}>
          {t('account.allActivity')}
        </Button>
      )}
    </>
  )
}
