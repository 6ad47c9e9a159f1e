import { type AccountId, type ChainId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { useLatchkey, useModal, useNetwork } from '@latchkey/react'

/** Opens the kit's send and receive views for an asset. Switches the wallet to the asset's network first. */
export function useWalletActions() {
  const { active, switchNetwork } = useNetwork()
  const { open } = useModal()
  const latchkey = useLatchkey()

  const moveTo = async (chainId: ChainId) => {
    if (active?.caipNetworkId === chainId) return true
    const { namespace } = parseChainId(chainId)
    const { connections } = latchkey.connection.getState()
    if (connections.length > 0 && !connections.some(({ account }) => account.namespace === namespace)) {
      // The connected wallet is of another family, so connect one of this family first.
      await open({ view: 'Connect', data: { namespace } }).catch(() => undefined)
      if (!latchkey.connection.getState().connections.some(({ account }) => account.namespace === namespace))
        return false
    }
    try {
      await switchNetwork({ chainId })
      return true
    } catch (error) {
      // Show the refusal or failure and open nothing: a send on another network would be wrong.
      const { message, code } =
        error instanceof ServiceError ? error : new ServiceError('wallet_failed', { cause: error })
      latchkey.modal.toast({ kind: 'error', message, code })
      return false
    }
  }

  return {
    /** Switches the wallet to a network. Returns false, and shows a toast, if that was declined or failed. */
    moveTo,
    /** `asset` is the CAIP-10 ID of a token contract; the native token by default. */
    send: async ({ chainId, asset }: { chainId: ChainId; asset: AccountId | undefined }) => {
      if (!(await moveTo(chainId))) return
      void open({ view: 'WalletSend', data: asset ? { assetAddress: asset } : {} })
    },
    /** Opens a send with the receiver's address filled in, on a network of its family. */
    sendTo: async ({ address, chainId }: { address: string; chainId: ChainId }) => {
      if (!(await moveTo(chainId))) return
      void open({ view: 'WalletSend' })
      // After the view has opened, because a switch of the network resets the form.
      latchkey.send.reset()
      latchkey.send.edit({ receiverAddress: address })
    },
    receive: async ({ chainId }: { chainId?: ChainId } = {}) => {
      if (chainId && !(await moveTo(chainId))) return
      void open({ view: 'Receive' })
    },
  }
}
