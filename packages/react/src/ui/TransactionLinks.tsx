import type { ChainId } from '@latchkey/protocol'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { CopyButton } from './CopyButton.tsx'
import { LinkButton } from './LinkButton.tsx'

export type TransactionLinksProps = { hash: string; chainId: ChainId }

/** Copies a transaction's hash, and links to the network's explorer if the operator has set one. */
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
