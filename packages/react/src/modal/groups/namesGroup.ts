import { missingEn } from '../../messages/missingEn.ts'
import { namesEn } from '../../messages/namesEn.ts'
import { protectEn } from '../../messages/protectEn.ts'
import { ChooseAccountName } from '../../views/names/ChooseAccountName.tsx'
import { namesCss } from '../../views/names/names.css.ts'
import { RegisterAccountName } from '../../views/names/RegisterAccountName.tsx'
import { RegisterAccountNameSuccess } from '../../views/names/RegisterAccountNameSuccess.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views to choose and register a name. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ChooseAccountName, RegisterAccountName, RegisterAccountNameSuccess },
  styles: [namesCss],
  messages: { ...missingEn, ...protectEn, ...namesEn },
}
