/** A transaction that the node does not take, with the number and the words that Bitcoin Core has for it. */
export class BitcoinRefusal extends Error {
  override readonly name = 'BitcoinRefusal'
  /** Core's RPC error: -22 cannot be read, -25 inputs are missing, -26 against the rules, -27 in a block already. */
  readonly code: -22 | -25 | -26 | -27

  constructor(code: BitcoinRefusal['code'], message: string) {
    super(message)
    this.code = code
  }
}
