import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { ServerConfig } from '../config/ServerConfig.ts'
import { describeError } from './describeError.ts'

/** Paths of log fields that can contain a secret. */
const secretPaths = [
  'authorization',
  'dpop',
  'cookie',
  'password',
  'privateKey',
  'url',
  'database.url',
  'redis.url',
  'email',
  'otp',
  'token',
  'accessToken',
  'refreshToken',
].flatMap((path) => [path, `*.${path}`])

/** Creates the log: JSON lines on standard error, because standard output carries the ready line. Secrets are masked. */
export function createLog({
  config,
  to = destination({ fd: 2, sync: false }),
}: {
  config: Pick<ServerConfig, 'log'>
  to?: DestinationStream
}): Logger {
  return pino(
    {
      ...{ level: config.log.level, base: { pid: process.pid } },
      redact: { paths: secretPaths, censor: '…' },
      serializers: { err: describeError },
    },
    to,
  )
}
