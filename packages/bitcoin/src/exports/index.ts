export type { AddressType, BitcoinAddress } from '../address/BitcoinAddress.ts'
export { knownNetworks, type NetworkParameters, networkParameters } from '../address/networkParameters.ts'
export { findAddressNetworks, readAddress } from '../address/readAddress.ts'
export { toAddress } from '../address/toAddress.ts'
export { fromBase64, toBase64 } from '../bytes/base64.ts'
export { fromHex, toHex } from '../bytes/hex.ts'
export type { Coin } from '../coins/Coin.ts'
export { feeOf, minimumFeeRate } from '../coins/fee.ts'
export { type Selection, selectCoins, spendable, sumOf } from '../coins/selectCoins.ts'
export { addressOfKey, type KeyAddressType, type KeyScripts, keyScripts } from '../keys/keyScripts.ts'
export { type MessageProtocol, signMessage } from '../message/signMessage.ts'
export { verifyMessage } from '../message/verifyMessage.ts'
export { assertPayment } from '../payment/assertPayment.ts'
export { buildPayment, type PaymentParameters, planPayment } from '../payment/buildPayment.ts'
export { type Payment, type PaymentOutput, replaceableSequence } from '../payment/Payment.ts'
export {
  cancelPayment,
  planReplacement,
  type ReplacementParameters,
  replacementFeeRate,
  replacePayment,
} from '../payment/replacePayment.ts'
export { writePsbt } from '../payment/writePsbt.ts'
export { type FinalTransaction, finalizePsbt } from '../psbt/finalizePsbt.ts'
export type { PsbtFinding, PsbtInput, PsbtOutput, PsbtReading } from '../psbt/Psbt.ts'
export { readPsbt } from '../psbt/readPsbt.ts'
export { readSighash, type Sighash } from '../psbt/sighash.ts'
export { type SigningInput, type SigningKey, signPsbt } from '../psbt/signPsbt.ts'
export { takeSignatures } from '../psbt/takeSignatures.ts'
export { verifySignatures } from '../psbt/verifySignatures.ts'
export { readTransaction, type TransactionInput, type TransactionReading } from '../transaction/readTransaction.ts'
export { dustLimit, estimateVsize } from '../transaction/size.ts'
export type { TransactionOutput } from '../transaction/TransactionOutput.ts'
