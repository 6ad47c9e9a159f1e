import type { ConnectorInfo, Latchkey, Network } from '@latchkey/core'
import { type ChainNamespace, familyOfAddress, LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Note } from '../../ui/Note.tsx'
import { connectInClick } from '../connect/useChooseWallet.ts'
import { networkOf, type UsePaymentLinkReturnType } from './usePaymentLink.ts'

export type ReceiverHintProps = {
  typed: string
  link: UsePaymentLinkReturnType
}

/** Explains a text that is not a receiver here, and the next step: an address of another family, or a payment link. */
export function ReceiverHint({ typed, link: { reading, isHere, isLacking, isFilled } }: ReceiverHintProps) {
  const { latchkey, t } = useModalScope()
  const { networks, active } = useReadable(latchkey.networks)
  if (isFilled) return <Note>{t('send.link.filled')}</Note>
  if (reading?.ok === false)
    return (
      <Note tone="loss" alert>
        {reading.problem === 'unsupported'
          ? t('send.link.unsupported', { what: reading.what })
          : t(`send.link.${reading.problem}`)}
      </Note>
    )
  if (isLacking)
    return (
      <Note tone="warn" alert>
        {t('send.link.noToken')}
      </Note>
    )
  if (reading?.ok && !isHere) {
    const network = networkOf(reading.link, networks)
    return (
      <Elsewhere network={network} text={t('send.family.link', { network: network?.name ?? nameOf(reading.link) })} />
    )
  }
  const family = familyOfAddress(typed)
  if (family === undefined || family === (active?.chainNamespace ?? family)) return null
  const network = networks.find(({ chainNamespace }) => chainNamespace === family)
  return <Elsewhere network={network} text={t(`send.family.${family}`)} />
}

function nameOf({ namespace, chainReference }: { namespace: ChainNamespace; chainReference?: string | undefined }) {
  return chainReference === undefined ? namespace : `${namespace}:${chainReference}`
}

/** States that a receiver is on another network, and switches there if an account can pay it. */
function Elsewhere({ text, network }: { text: string; network: Network | undefined }) {
  const { latchkey, t } = useModalScope()
  const { connections } = useReadable(latchkey.connection)
  const [isSwitching, setSwitching] = useState(false)
  const canPay = connections.some(({ account }) => account.namespace === network?.chainNamespace)
  const sibling = network && siblingOf({ latchkey, network })

  async function move({ caipNetworkId: chainId }: Network): Promise<void> {
    if (isSwitching) return
    setSwitching(true)
    try {
      await latchkey.networks.switchNetwork({ chainId })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setSwitching(false)
    }
  }

  /** Asks a wallet that is connected in another family at once. Otherwise opens the choice of a wallet, then the network. */
  function connect({ caipNetworkId: chainId, chainNamespace: namespace }: Network): void {
    if (sibling !== undefined) connectInClick({ latchkey, connector: sibling })
    else {
      latchkey.modal.push('SwitchNetwork', { chainId })
      latchkey.modal.push('Connect', { namespace })
    }
  }

  const action = network && {
    label: canPay || sibling !== undefined ? t('send.family.switch', { network: network.name }) : t('title.Connect'),
    onClick: () => (canPay ? void move(network) : connect(network)),
  }
  return (
    <Note tone="warn" alert action={action}>
      <strong>{text}</strong>
      {network === undefined ? (
        <span>{t('send.family.absent')}</span>
      ) : (
        !canPay && sibling === undefined && <span>{t('send.family.connect', { network: network.name })}</span>
      )}
    </Note>
  )
}

/** Finds the connector of a network's family that another connected wallet has. */
function siblingOf({ latchkey, network }: { latchkey: Latchkey; network: Network }): ConnectorInfo | undefined {
  const { connections } = latchkey.connection.getState()
  return connections
    .flatMap(({ account }) => latchkey.wallets.findByConnector({ connectorId: account.connector.id })?.connectors ?? [])
    .find(({ namespace }) => namespace === network.chainNamespace)
}
