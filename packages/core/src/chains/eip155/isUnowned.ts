/** Networks keep the lowest addresses for contracts of their own, which give nothing back. Source: EIP-1352. */
const lastReserved = 0xffffn

/** Whether nobody can have the key of an EVM address: it is zero, or one that networks keep for themselves. */
export function isUnowned(address: string): boolean {
  return BigInt(address) <= lastReserved
}
