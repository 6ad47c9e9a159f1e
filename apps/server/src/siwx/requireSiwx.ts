import { ServiceError } from '@latchkey/protocol/errors'
import type { Siwx } from './createSiwx.ts'

/** Signing in, where the configuration has it. @throws ServiceError `siwx_unavailable` */
export function requireSiwx<Part extends Partial<Siwx>>(siwx: Part | undefined): Part {
  if (!siwx) throw new ServiceError('siwx_unavailable')
  return siwx
}
