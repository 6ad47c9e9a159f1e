export { createPoisoningCorpus } from '../poisoning/createPoisoningCorpus.ts'
export { measureCorpus } from '../poisoning/measureCorpus.ts'
export type {
  CorpusAsset,
  CorpusReceiver,
  CorpusSymbol,
  CorpusTransaction,
  CorpusVictim,
  PoisoningCorpus,
} from '../poisoning/PoisoningCorpus.ts'
