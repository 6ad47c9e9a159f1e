/**
 * Kind of proof of a signature. `key`: the key of the address, which is the same account on every network of the family. `contract`: a
 * contract's answer, which only holds on its chain.
 */
export type SignatureProof = 'key' | 'contract'
