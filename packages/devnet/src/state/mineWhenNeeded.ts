import type { Rpc } from '../anvil/rpc.ts'

/**
 * One turn of a chain's clock: a block when transactions wait, or when the last one is long ago. A chain that makes an empty
 * block every second grows by 150 MB of state in a day that says nothing.
 *
 * @param idle Milliseconds without a block after which an empty one comes.
 * @param lastBlock When the last block was made here, milliseconds.
 * @returns Whether a block was made.
 */
export async function mineWhenNeeded({
  rpc,
  idle,
  lastBlock,
  now,
}: {
  rpc: Rpc
  idle: number
  lastBlock: number
  now: number
}): Promise<boolean> {
  const { pending } = await rpc<{ pending: string }>('txpool_status')
  if (Number(pending) === 0 && now - lastBlock < idle) return false
  await rpc('evm_mine')
  return true
}
