import { type AccountId, type ChainId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { useLatchkey, useModal, useNetwork } from '@latchkey/react'

/** Opens the kit's send and receive views for an asset, moving the wallet to the asset's network first. */
export function useWalletActions() {
  const { active, switchNetwork } = useNetwork()
  const { open } = useModal()
  const latchkey = useLatchkey()

  const moveTo = async (chainId: ChainId) => {
    if (active?.caipNetworkId === chainId) return true
    const { namespace } = parseChainId(chainId)
    const { connections } = latchkey.connection.getState()
    if (connections.length > 0 && !connections.some(({ account }) => account.namespace === namespace)) {
      // A wallet of another family is connected: one of this family has to be first.
      await open({ view: 'Connect', data: { namespace } }).catch(() => undefined)
      if (!latchkey.connection.getState().connections.some(({ account }) => account.namespace === namespace))
        return false
    }
    try {
      await switchNetwork({ chainId })
      return true
    } catch (error) {
      // What was declined or failed in the wallet is said, and nothing opens: sending on another network is never right.
      const { message, code } =
        error instanceof ServiceError ? error : new ServiceError('wallet_failed', { cause: error })
      latchkey.modal.toast({ kind: 'error', message, code })
      return false
    }
  }

  return {
    /** Moves the wallet to a network; false, and said in a toast, when that was declined or failed. */
    moveTo,
    /** `asset` is the CAIP-10 of a token contract; the native coin when left out. */
    send: async ({ chainId, asset }: { chainId: ChainId; asset: AccountId | undefined }) => {
      if (!(await moveTo(chainId))) return
      void open({ view: 'WalletSend', data: asset ? { assetAddress: asset } : {} })
    },
    /** Sends to somebody: with their address filled in, on a network of its family. */
    sendTo: async ({ address, chainId }: { address: string; chainId: ChainId }) => {
      if (!(await moveTo(chainId))) return
      void open({ view: 'WalletSend' })
      // After it opened: with another network the form is a new one.
      latchkey.send.reset()
      latchkey.send.edit({ receiverAddress: address })
    },
    receive: async ({ chainId }: { chainId?: ChainId } = {}) => {
      if (chainId && !(await moveTo(chainId))) return
      void open({ view: 'Receive' })
    },
  }
}
