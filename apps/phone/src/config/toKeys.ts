import type { PhoneConfig, PhoneKey } from './PhoneConfig.ts'

/** Returns the keys of a configuration. The code that derives keys from a recovery phrase loads only if needed. */
export async function toKeys({ accounts }: Pick<PhoneConfig, 'accounts'>): Promise<readonly [PhoneKey, ...PhoneKey[]]> {
  if ('keys' in accounts) return accounts.keys
  const { mnemonic, count } = accounts
  const { bytesToHex } = await import('viem/utils')
  const { mnemonicToAccount } = await import('viem/accounts')
  const keyAt = (addressIndex: number): PhoneKey => {
    const { privateKey } = mnemonicToAccount(mnemonic, { addressIndex }).getHdKey()
    if (!privateKey) throw new Error('The mnemonic gives no private key')
    return { name: `Account ${addressIndex + 1}`, privateKey: bytesToHex(privateKey) }
  }
  return [keyAt(0), ...Array.from({ length: count - 1 }, (_, index) => keyAt(index + 1))]
}
