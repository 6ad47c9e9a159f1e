import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { Button } from '../../ui/Button.tsx'
import { NetworkPicture } from '../../ui/NetworkPicture.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { usePairedRequest } from '../../ui/usePairedRequest.tsx'
import type { View } from '../ViewGroup.ts'

/** Waits for the wallet to switch networks, and shows the outcome. */
export const SwitchNetwork: View<'SwitchNetwork'> = ({ data: { chainId } }) => {
  const { latchkey, t, sentence } = useModalScope()
  const { networks, switchNetwork } = useNetwork()
  const { account } = useAccount()
  const [failure, setFailure] = useState<{ code: ErrorCode; message: string }>()
  const started = useRef(false)
  const isSlow = useLongWait(failure === undefined)
  const paired = usePairedRequest({ account, isSlow })
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const wallet = account?.connector.name ?? t('connecting.unknown')
  const name = network?.name ?? chainId

  // The kit opens the next view after the switch, even if the visitor switches in the wallet's window.
  const start = useCallback(() => {
    setFailure(undefined)
    switchNetwork({ chainId }).catch((error: unknown) => {
      const { code, message } = error instanceof LatchkeyError ? error : new LatchkeyError('wallet_failed')
      setFailure({ code, message })
    })
  }, [switchNetwork, chainId])

  useEffect(() => {
    if (started.current) return
    started.current = true
    start()
  }, [start])

  const kind = failure && kindOf(failure.code)
  return (
    <div className="view">
      <div className="hero">
        <ProgressRing
          state={failure === undefined ? 'waiting' : kind === 'noWallet' ? 'idle' : 'failed'}
          shape="round"
          badge={failure === undefined || kind === 'noWallet' ? undefined : 'close'}
        >
          {network === undefined ? (
            <Picture src={null} name={name} size="huge" />
          ) : (
            <NetworkPicture network={network} size="huge" />
          )}
        </ProgressRing>
        <div role="status" className="hero-status">
          <h3 className="hero-title">{t(`switch.${kind ?? 'waiting'}.title`, { network: name, wallet })}</h3>
          <p className="hero-text">
            {failure === undefined
              ? t(isSlow && !paired ? 'switch.slow' : 'switch.waiting.text', { wallet })
              : kind === undefined || kind === 'failed'
                ? sentence(failure)
                : t(`switch.${kind}.text`, { network: name, wallet })}
          </p>
        </div>
      </div>
      {failure === undefined && paired && (
        <>
          <p className="aside">{paired.text}</p>
          {paired.open}
        </>
      )}
      {(kind === 'noWallet' || kind === 'cannot') && (
        <Button
          autoFocusInView
          onClick={() => latchkey.modal.push('Connect', network && { namespace: network.chainNamespace })}
        >
          {t('switch.connect')}
        </Button>
      )}
      {failure !== undefined && kind !== 'noWallet' && (
        <Button
          kind={kind === 'cannot' ? 'secondary' : 'primary'}
          icon="retry"
          autoFocusInView={kind !== 'cannot'}
          onClick={start}
        >
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** Returns the kind of a failed switch, which decides the next step. */
function kindOf(code: ErrorCode): 'declined' | 'noWallet' | 'cannot' | 'failed' {
  switch (code) {
    case 'user_rejected':
      return 'declined'
    case 'no_active_account':
      return 'noWallet'
    case 'chain_not_on_connector':
    case 'chain_not_in_provider':
    case 'unsupported_chain':
      return 'cannot'
    default:
      return 'failed'
  }
}
