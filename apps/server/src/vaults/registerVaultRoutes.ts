import {
  addFactor,
  createWallet,
  enrolDevice,
  evaluatePassword,
  getEarlierWallet,
  getWallet,
  noteExport,
  recoverWallet,
  registerControlKey,
  removeFactor,
  reportOfflineExport,
  rotateWallet,
  undoRotation,
  undoRotationByLink,
  updateVault,
} from '@latchkey/protocol/wallet'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { FactorService } from './createFactorService.ts'
import type { PasswordService } from './createPasswordService.ts'
import type { RotationService } from './createRotationService.ts'
import type { VaultService } from './createVaultService.ts'

/** Registers `/v1/wallet` and everything below it. */
export function registerVaultRoutes({
  app,
  vaults,
  factors,
  passwords,
  rotation,
}: {
  app: App
  vaults: VaultService
  factors: FactorService
  passwords: PasswordService
  rotation: RotationService
}): void {
  registerEndpoint(app, getWallet, (_input, { caller, language }) => vaults.get({ ...caller.session, language }))
  registerEndpoint(app, createWallet, ({ body }, { caller, language }) =>
    vaults.create({ ...caller.session, language }, body),
  )
  registerEndpoint(app, recoverWallet, ({ body }, { caller, language }) =>
    vaults.recover({ ...caller.session, language }, body),
  )
  registerEndpoint(app, evaluatePassword, ({ body }, { caller, language }) =>
    passwords.evaluate({ ...caller.session, language }, body),
  )
  registerEndpoint(app, enrolDevice, ({ body }, { caller, language }) =>
    vaults.enrol({ ...caller.session, language }, body),
  )
  registerEndpoint(app, addFactor, ({ body }, { caller, language }) =>
    factors.add({ ...caller.session, language }, body),
  )
  registerEndpoint(app, removeFactor, ({ body }, { caller, language }) =>
    factors.remove({ ...caller.session, language }, body),
  )
  registerEndpoint(app, rotateWallet, ({ body }, { caller, language }) =>
    rotation.rotate({ ...caller.session, language }, body),
  )
  registerEndpoint(app, updateVault, ({ body }, { caller, language }) =>
    factors.updateVault({ ...caller.session, language }, body),
  )
  registerEndpoint(app, noteExport, ({ body }, { caller, language }) =>
    factors.noteExport({ ...caller.session, language }, body),
  )
  registerEndpoint(app, registerControlKey, ({ body }, { caller, language }) =>
    vaults.register({ ...caller.session, language }, body),
  )
  registerEndpoint(app, getEarlierWallet, ({ body }, { caller, language }) =>
    rotation.earlier({ ...caller.session, language }, body),
  )
  registerEndpoint(app, undoRotation, ({ body }, { caller, language }) =>
    rotation.undo({ ...caller.session, language }, body),
  )
  registerEndpoint(app, undoRotationByLink, ({ body: { token } }, { ip }) => rotation.undoByLink({ token, ip }))
  registerEndpoint(app, reportOfflineExport, ({ body }, { caller, language }) =>
    factors.reportOfflineExport({ ...caller.session, language }, body),
  )
}
