export { siwxContractVectors } from '../siwx/vectors/contractVectors.ts'
export { recapVectors } from '../siwx/vectors/recapVectors.ts'
export type {
  RecapVector,
  SiwxContractVector,
  SiwxSignatureVector,
  SiwxTextVector,
} from '../siwx/vectors/SiwxVector.ts'
export { siwxSignatureVectors } from '../siwx/vectors/signatureVectors.ts'
export { siwxTextVectors } from '../siwx/vectors/siwxTextVectors.ts'
