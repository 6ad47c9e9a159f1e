import { createPasswordMeter, type PasswordMeter } from '../src/windows/createPasswordMeter.ts'
import { passwordDictionaries } from '../vite/passwordDictionaries.ts'

/** The password meter with the lists of the release. */
export async function createGalleryMeter(): Promise<PasswordMeter> {
  return createPasswordMeter(passwordDictionaries())
}
