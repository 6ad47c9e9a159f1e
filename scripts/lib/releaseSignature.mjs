// Signatures of releases. Public keys and signatures are those of minisign (https://jedisct1.github.io/minisign), so that its own tool can
// check them too: `minisign -Vm release.json -P <public key>`. The secret key is a PKCS#8 file, made on a machine that is no server.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'

/** Prefix of the 32 bytes of an Ed25519 key in DER. Source: RFC 8410. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')
/** Ed25519 over the BLAKE2b-512 of the file. */
const algorithm = Buffer.from('ED')

/**
 * Makes a key pair.
 *
 * @param {{ passphrase?: string }} options encrypts the secret key
 * @returns {{ secretKey: string, publicKey: string }} PKCS#8 in PEM; the one line that is pinned
 */
export function makeReleaseKey({ passphrase } = {}) {
  const { privateKey } = generateKeyPairSync('ed25519')
  const protection = passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}
  return {
    secretKey: privateKey.export({ format: 'pem', type: 'pkcs8', ...protection }).toString(),
    publicKey: publicLine(privateKey),
  }
}

/**
 * Signs a manifest.
 *
 * @param {{ content: string, secretKey: string, passphrase?: string, comment: string }} options `comment`: one signed line about the release
 * @returns {string} the content of `release.json.minisig`
 */
export function signRelease({ content, secretKey, passphrase, comment }) {
  const key = createPrivateKey({ key: secretKey, ...(passphrase ? { passphrase } : {}) })
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('A release is signed by an Ed25519 key: npm run release -- keygen <file>')
  if (/[\r\n]/.test(comment)) throw new Error('The comment of a signature is one line')
  const signature = signBytes(null, digest(content), key)
  const whole = signBytes(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const line = Buffer.concat([algorithm, keyIdOf(bytesOf(key)), signature]).toString('base64')
  return `untrusted comment: signature of a Latchkey release\n${line}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`
}

/**
 * Checks the signature of a manifest.
 *
 * @param {{ content: string, signature: string, publicKey: string }} options `publicKey`: the pinned line, or a file of minisign's with its comment
 * @returns {string | undefined} why it does not hold; undefined when it does
 */
export function findSignatureFault({ content, signature, publicKey }) {
  const pinned = readPublicKey(publicKey)
  if (!pinned) return 'the pinned public key is malformed'
  const [, line = '', trusted = '', whole = ''] = signature.split('\n').map((text) => text.trimEnd())
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length !== 74 || !trusted.startsWith('trusted comment: ')) return 'the signature is malformed'
  if (!bytes.subarray(0, 2).equals(algorithm))
    return 'the signature has another algorithm than Ed25519 over BLAKE2b-512'
  if (!bytes.subarray(2, 10).equals(pinned.id)) return 'the signature is of another key than the pinned one'
  const key = createPublicKey({ key: Buffer.concat([derPrefix, pinned.key]), format: 'der', type: 'spki' })
  const one = bytes.subarray(10)
  if (!verifyBytes(null, digest(content), key, one)) return 'the signature does not belong to this manifest'
  const comment = Buffer.from(trusted.slice('trusted comment: '.length))
  const isWhole = verifyBytes(null, Buffer.concat([one, comment]), key, Buffer.from(whole, 'base64'))
  return isWhole ? undefined : 'the comment of the signature was changed'
}

function readPublicKey(text) {
  const bytes = Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64')
  if (bytes.length !== 42 || bytes.subarray(0, 2).toString() !== 'Ed') return undefined
  return { id: bytes.subarray(2, 10), key: bytes.subarray(10) }
}

function publicLine(privateKey) {
  const bytes = bytesOf(privateKey)
  return Buffer.concat([Buffer.from('Ed'), keyIdOf(bytes), bytes]).toString('base64')
}

function bytesOf(privateKey) {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(derPrefix.length)
}

const keyIdOf = (bytes) => createHash('sha256').update(bytes).digest().subarray(0, 8)
const digest = (content) => createHash('blake2b512').update(content).digest()
