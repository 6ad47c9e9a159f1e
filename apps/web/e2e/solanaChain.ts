import { expect } from '@playwright/test'
import {
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  address as toAddress,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { rpc } from './chain.ts'
import type { World } from './setup/World.ts'

/** Returns an account's SOL on the first local Solana network, in lamports. */
export async function lamportsOf({ world, address }: { world: World; address: string }): Promise<number> {
  const params = [address, { commitment: 'confirmed' }]
  return (await rpc<{ value: number }>({ url: urlOf(world), method: 'getBalance', params })).value
}

/** Sends SOL, and optionally the local dollar, to an account; resolves once both are confirmed. */
export async function fundSolana({
  world,
  address,
  sol,
  dollars,
}: {
  world: World
  address: string
  sol: number
  dollars: bigint
}): Promise<void> {
  const [ada] = world.solanaAccounts
  const dollar = world.solanaTokens.find(({ kind }) => kind === 'usd')
  if (!ada || !dollar) throw new Error('The world is incomplete')
  const url = urlOf(world)
  await rpc({ url, method: 'requestAirdrop', params: [address, sol * 1_000_000_000] })
  const client = createSolanaRpc(url)
  const authority = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(ada.privateKey.slice(2), 'hex'))
  const [mint, owner] = [toAddress(dollar.address), toAddress(address)]
  const tokenProgram = TOKEN_PROGRAM_ADDRESS
  const [[source], [destination]] = (await Promise.all(
    [authority.address, owner].map((holder) => findAssociatedTokenPda({ mint, owner: holder, tokenProgram })),
  )) as [Awaited<ReturnType<typeof findAssociatedTokenPda>>, Awaited<ReturnType<typeof findAssociatedTokenPda>>]
  const open = await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: authority, mint, owner })
  const amount = dollars * 10n ** BigInt(dollar.decimals)
  const pay = getTransferCheckedInstruction({ source, mint, destination, authority, amount, decimals: dollar.decimals })
  const { value: lifetime } = await client.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (built) => setTransactionMessageFeePayerSigner(authority, built),
    (built) => setTransactionMessageLifetimeUsingBlockhash(lifetime, built),
    (built) => appendTransactionMessageInstructions([open, pay], built),
  )
  const signed = await signTransactionMessageWithSigners(message)
  const signature = await client.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
  await expect
    .poll(async () => (await client.getSignatureStatuses([signature]).send()).value[0]?.confirmationStatus ?? 'none')
    .toMatch(/confirmed|finalized/)
}

function urlOf({ solana: [network] }: World): string {
  if (!network) throw new Error('The world has no Solana')
  return network.rpcUrl
}
