/** Addresses of public keys: the first accounts of the test phrase of Hardhat and Anvil, and the first numbers. */
const addresses = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69',
  '0x1efF47bc3a10a45D4B230B5d10E37751FE6AA718',
  '0xe1AB8145F7E55DC933d51a18c793F901A3A0b276',
].map((address) => address.toLowerCase())

/** The base point of P-256 has the key 1, and its negative the order minus one. Source: SEC 2, section 2.4.2. */
const baseX = '0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'

/** Returns whether the private key of a value is public. */
export function isKnownKey(value: string): boolean {
  const key = value.toLowerCase()
  return addresses.includes(key) || key.startsWith(baseX)
}
