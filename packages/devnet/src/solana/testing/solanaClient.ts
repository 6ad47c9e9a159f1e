import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { Solana, SolanaAccount, SolanaToken } from '../Solana.ts'

/** A client as an app would have it: the SDK of Solana, unchanged. */
export type SolanaClient = {
  rpc: ReturnType<typeof createSolanaRpc>
  subscriptions: ReturnType<typeof createSolanaRpcSubscriptions>
  /** Of a person by name. */
  signer: (name: string) => Promise<KeyPairSigner>
  account: (name: string) => SolanaAccount
  token: (kind: SolanaToken['kind']) => SolanaToken & { mint: Address }
  sign: (
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
  ) => Promise<{ wire: Base64EncodedWireTransaction; signature: string }>
  /** Signs and sends. */
  send: (payer: KeyPairSigner, instructions: readonly Instruction[]) => Promise<string>
}

export function createSolanaClient(solana: Solana): SolanaClient {
  const [network] = solana.networks
  if (!network) throw new Error('no network runs')
  const rpc = createSolanaRpc(network.rpcUrl)
  const account = (name: string) => {
    const found = solana.accounts.find((candidate) => candidate.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  const sign: SolanaClient['sign'] = async (payer, instructions) => {
    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const message = appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(
        lifetime,
        setTransactionMessageFeePayerSigner(payer, createTransactionMessage({ version: 0 })),
      ),
    )
    const transaction = await signTransactionMessageWithSigners(message)
    return { wire: getBase64EncodedWireTransaction(transaction), signature: getSignatureFromTransaction(transaction) }
  }
  return {
    rpc,
    subscriptions: createSolanaRpcSubscriptions(network.wsUrl),
    account,
    signer: async (name) =>
      createKeyPairSignerFromPrivateKeyBytes(Buffer.from(account(name).privateKey.slice(2), 'hex')),
    token(kind) {
      const found = solana.tokens.find((candidate) => candidate.kind === kind)
      if (!found) throw new Error(`no ${kind}`)
      return { ...found, mint: address(found.address) }
    },
    sign,
    async send(payer, instructions) {
      const { wire } = await sign(payer, instructions)
      return rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    },
  }
}
