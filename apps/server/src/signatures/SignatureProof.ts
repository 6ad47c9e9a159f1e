/**
 * What showed that an account signed: the key that its address is made of, which is the same account on every network of the family;
 * or a contract's word, which holds on the chain that was asked alone.
 */
export type SignatureProof = 'key' | 'contract'
