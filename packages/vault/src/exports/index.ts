export type { Bytes } from '../bytes/Bytes.ts'
export { fromBase64Url, toBase64Url } from '../bytes/base64Url.ts'
export { concatBytes } from '../bytes/concatBytes.ts'
export { equalBytes } from '../bytes/equalBytes.ts'
export { wipe } from '../bytes/wipe.ts'
export {
  answerDeviceTransfer,
  matchNumberOf,
  verifyDeviceTransferAnswer,
} from '../deviceTransfer/answerDeviceTransfer.ts'
export { createDeviceTransfer, parseDeviceTransferCode } from '../deviceTransfer/deviceTransferCode.ts'
export { openDataKey, sealDataKey } from '../deviceTransfer/sealDataKey.ts'
export { createBackupCode, parseBackupCode } from '../factors/backupCode.ts'
export { createFactor } from '../factors/createFactor.ts'
export { createSalt } from '../factors/createSalt.ts'
export { deriveFactorKeyPair, type FactorKind } from '../factors/deriveFactorKeyPair.ts'
export {
  deriveEvaluatedSecret,
  derivePasswordSecret,
  type PasswordParams,
  passwordParams,
} from '../factors/derivePasswordSecret.ts'
export { verifyFactorBinding } from '../factors/factorBinding.ts'
export { reauthenticateFactor, verifyFactorMac } from '../factors/factorMac.ts'
export { passkeyPrfSalt } from '../factors/passkeyPrfSalt.ts'
export { blindPassword, createPasswordKey, evaluateWithKey, unblindPassword } from '../factors/passwordOprf.ts'
export { sealToFactors } from '../factors/sealToFactors.ts'
export { createKeystore, type KeystoreParams, keystoreParams } from '../keystore/createKeystore.ts'
export type { Keystore } from '../keystore/Keystore.ts'
export { openKeystore } from '../keystore/openKeystore.ts'
export { openDeviceBox, sealDeviceBox } from '../seal/sealDeviceBox.ts'
export { createDeviceKey, openDeviceShare, sealDeviceShare } from '../seal/sealDeviceShare.ts'
export { openPasswordKey, sealPasswordKey } from '../seal/sealPasswordKey.ts'
export { openShare, type Splitting, sealShare } from '../seal/sealShare.ts'
export { controlKeyOf, controlKeyPath, signControl, verifyControl } from '../seed/controlKey.ts'
export { createEntropy } from '../seed/createEntropy.ts'
export type { DerivedKey } from '../seed/DerivedKey.ts'
export { deriveAccounts } from '../seed/deriveAccounts.ts'
export { type BitcoinNetwork, deriveBitcoinKeys } from '../seed/deriveBitcoinKeys.ts'
export { deriveEvmKey, type EvmKey } from '../seed/deriveEvmKey.ts'
export { deriveSolanaKey } from '../seed/deriveSolanaKey.ts'
export { checksumAddress, evmAddressOf } from '../seed/evmAddress.ts'
export { fromMnemonic, toMnemonic } from '../seed/mnemonic.ts'
export { seedFromMnemonic } from '../seed/seedFromMnemonic.ts'
export { wordListOf } from '../seed/wordListOf.ts'
export { combineShares, type Shares, splitDataKey } from '../split/splitDataKey.ts'
export { createDataKey } from '../vault/createDataKey.ts'
export { openVault, sealVault } from '../vault/sealVault.ts'
export type { ImportedKey, PasswordKey, VaultContents } from '../vault/VaultContents.ts'
