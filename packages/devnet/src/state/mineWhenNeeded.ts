import type { Rpc } from '../anvil/rpc.ts'

/**
 * Mines a block if transactions are pending or the last block is old. With an empty block every second, the state would grow by
 * 150 MB a day.
 *
 * @param idle Milliseconds without a block before an empty one.
 * @param lastBlock Time of our last block in milliseconds.
 * @returns Whether it mined a block.
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
