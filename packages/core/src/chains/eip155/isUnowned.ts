/** Networks reserve the lowest addresses for precompiled contracts. Payments to them are lost. Source: EIP-1352. */
const lastReserved = 0xffffn

/** Whether no one can have the key of an EVM address: it is zero or reserved. */
export function isUnowned(address: string): boolean {
  return BigInt(address) <= lastReserved
}
