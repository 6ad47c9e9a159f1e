import { emailEn } from '../../messages/emailEn.ts'
import { settingsEn } from '../../messages/settingsEn.ts'
import { AccountSettings } from '../../views/email/AccountSettings.tsx'
import { ApproveTransaction } from '../../views/email/ApproveTransaction.tsx'
import { EmailVerifyDevice } from '../../views/email/EmailVerifyDevice.tsx'
import { EmailVerifyOtp } from '../../views/email/EmailVerifyOtp.tsx'
import { emailCss } from '../../views/email/email.css.ts'
import { Security } from '../../views/email/Security.tsx'
import { UpdateEmail } from '../../views/email/UpdateEmail.tsx'
import { UpdateEmailPrimaryOtp } from '../../views/email/UpdateEmailPrimaryOtp.tsx'
import { UpdateEmailSecondaryOtp } from '../../views/email/UpdateEmailSecondaryOtp.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views of the embedded wallet: those behind its card, and the settings of the account. */
export const group: ViewGroup = {
  after: modalEntry,
  views: {
    EmailVerifyDevice,
    EmailVerifyOtp,
    ApproveTransaction,
    AccountSettings,
    UpdateEmail,
    UpdateEmailPrimaryOtp,
    UpdateEmailSecondaryOtp,
    Security,
  },
  styles: [emailCss],
  messages: { ...emailEn, ...settingsEn },
}
