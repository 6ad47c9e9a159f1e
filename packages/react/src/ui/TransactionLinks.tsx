import type { ChainId } from '@latchkey/protocol'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { CopyButton } from './CopyButton.tsx'
import { LinkButton } from './LinkButton.tsx'

/** What {@link TransactionLinks} takes. */
export type TransactionLinksProps = { hash: string; chainId: ChainId }

/** Copies a transaction's hash, and opens it in the network's explorer where the operator named one. */
export function TransactionLinks({ hash, chainId }: TransactionLinksProps) {
  const { latchkey, t } = useModalScope()
  const { networks } = useReadable(latchkey.networks)
  const explorer = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.blockExplorers?.default
  return (
    <div className="pair">
      <CopyButton text={hash} label={t('copy.hash')} kind="secondary" />
      {explorer !== undefined && (
        <LinkButton href={`${explorer.url.replace(/\/$/, '')}/tx/${hash}`}>{t('transaction.explorer')}</LinkButton>
      )}
    </div>
  )
}
