import type { TrackedTransaction } from '@latchkey/core'
import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { PriceChoice } from '../../ui/PriceChoice.tsx'
import { useGasPrices } from '../../ui/useGasPrices.ts'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { WalletWait } from '../../ui/WalletWait.tsx'
import { replacementPrices } from './replacementPrices.ts'

export type ReplacePanelProps = {
  kind: 'speedUp' | 'cancel'
  transaction: TrackedTransaction
  /** Called after the submission, or if the visitor leaves the transaction alone. */
  onDone: () => void
}

/** The prices to speed up or cancel a transaction, the consequence, and the button that asks the wallet. */
export function ReplacePanel({ kind, transaction, onDone }: ReplacePanelProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { transactions } = latchkey
  const { account } = useAccount()
  const { networks, active } = useReadable(latchkey.networks)
  const native = useBalances().data?.find(({ address }) => address === undefined)
  const [chosen, choose] = useState<'least' | 'fast' | 'instant'>('fast')
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<{ code: ErrorCode; message: string }>()
  const asked = useRef(false)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that opened the panel is gone, and on a phone the panel can be below the edge.
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView()
  }, [])
  const { prices } = useGasPrices(transaction.chainId)
  const isHere = active?.caipNetworkId === transaction.chainId
  const coin = networks.find(({ caipNetworkId }) => caipNetworkId === transaction.chainId)?.nativeCurrency
  const options = replacementPrices({
    transaction,
    kind,
    prices: isHere ? prices : undefined,
    decimals: coin?.decimals ?? 18,
  })
  const option = options.find(({ id }) => id === chosen) ?? options.at(-1)

  async function replace(): Promise<void> {
    // Set before the first await, so that a second click does nothing.
    if (asked.current || option === undefined) return
    asked.current = true
    setAsking(true)
    setFailure(undefined)
    try {
      await transactions[kind]({ id: transaction.id, gasPrice: option.gasPrice })
      onDone()
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      setFailure({ code: error.code, message: error.message })
    } finally {
      asked.current = false
      setAsking(false)
    }
  }

  return (
    <section className="replace" ref={panel} tabIndex={-1} aria-label={t(`transactions.${kind}`)}>
      <Note tone="warn">{t(`transactions.${kind}.text`)}</Note>
      {option !== undefined && (
        <PriceChoice
          label={t('transaction.cost')}
          options={options.map(({ id, costText }) => ({
            id,
            name: t(id === 'least' ? 'transactions.price.least' : `send.speed.${id}`),
            costText,
          }))}
          value={option.id}
          onChange={choose}
          symbol={coin?.symbol ?? ''}
          price={isHere ? (native?.price ?? null) : null}
        />
      )}
      {failure !== undefined && (
        <Note tone="loss" alert>
          {sentence(failure)}
        </Note>
      )}
      <ViewFooter>
        {isAsking ? (
          <WalletWait account={account} />
        ) : (
          <div className="pair">
            <Button kind="secondary" onClick={onDone}>
              {t('transactions.keep')}
            </Button>
            <Button onClick={() => void replace()}>{t(`transactions.${kind}`)}</Button>
          </div>
        )}
      </ViewFooter>
    </section>
  )
}
