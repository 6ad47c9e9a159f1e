import type { MailCatalogue } from './MailCatalogue.ts'

export const de: MailCatalogue = {
  direction: 'ltr',
  labels: { app: 'App', site: 'Website', device: 'Gerät', time: 'Zeit' },
  texts: {
    loginCode: {
      subject: 'Ihr Anmeldecode für {app}',
      body: 'Geben Sie diesen Code ein, um sich bei {app} anzumelden.',
    },
    deviceLink: {
      subject: 'Gerät für {app} freigeben',
      body: 'Ein Gerät möchte sich mit Ihrer Adresse bei {app} anmelden. Öffnen Sie den Link und geben Sie die zwei Ziffern ein, die das Gerät anzeigt.',
      action: 'Gerät prüfen',
    },
    stepUpCode: {
      subject: 'Ihr Bestätigungscode für {app}',
      body: 'Geben Sie diesen Code ein, um bei {app} zu bestätigen, dass Sie es sind.',
    },
    emailChangeOldCode: {
      subject: 'Ihr Code zum Ändern Ihrer Adresse bei {app}',
      body: 'Geben Sie diesen Code ein, damit sich künftig {newEmail} statt dieser Adresse bei Ihrem Konto anmelden kann.',
    },
    emailChangeNewCode: {
      subject: 'Bestätigen Sie Ihre neue Adresse für {app}',
      body: 'Geben Sie diesen Code ein, um sich künftig mit dieser Adresse bei {app} anzumelden.',
    },
    emailChanged: {
      subject: 'Ihre Adresse bei {app} wurde geändert',
      body: 'Ab jetzt melden Sie sich bei {app} mit {newEmail} an. {hours} Stunden lang können Sie die Änderung hier rückgängig machen; dabei werden alle Geräte abgemeldet.',
      action: 'Änderung rückgängig machen',
    },
    walletRecovered: {
      subject: 'Ihre Wallet bei {app} wurde auf einem neuen Gerät geöffnet',
      body: 'Die Wallet Ihres Kontos wurde auf einem Gerät geöffnet, das sie vorher nicht hatte.',
    },
    walletExported: {
      subject: 'Ihre Wallet bei {app} wurde exportiert',
      body: 'Exportiert: {kind}. Wer dies besitzt, kann über alles in der Wallet verfügen.',
    },
    recoveryAdded: {
      subject: 'Ihre Wallet bei {app} lässt sich auf einem neuen Weg wiederherstellen',
      body: 'Hinzugefügt: {kind}. Damit lässt sich Ihre Wallet auf einem neuen Gerät öffnen.',
    },
    recoveryRemoved: {
      subject: 'Ein Weg zur Wiederherstellung Ihrer Wallet bei {app} wurde entfernt',
      body: 'Entfernt: {kind}. Damit lässt sich Ihre Wallet nicht mehr öffnen.',
    },
    deviceRevoked: {
      subject: 'Ein Gerät wurde von {app} abgemeldet',
      body: 'Das unten genannte Gerät wurde abgemeldet und kann Ihre Wallet nicht mehr öffnen.',
    },
    walletRotated: {
      subject: 'Ihre Wallet bei {app} wurde neu versiegelt',
      body: 'Ihre Wallet hat einen neuen Schlüssel. Andere Geräte müssen neu hinzugefügt werden; Adresse und Guthaben bleiben gleich.',
    },
  },
  codeLife: 'Der Code gilt einmal und {minutes} Minuten lang.',
  linkLife: 'Der Link gilt einmal und {minutes} Minuten lang.',
  notYouCode:
    'Falls Sie das nicht waren, ignorieren Sie diese Nachricht und geben Sie den Code niemandem. Niemand von {app} wird Sie je danach fragen.',
  notYouLink: 'Falls Sie das nicht waren, öffnen Sie den Link nicht. Ohne Sie bleibt das Gerät draußen.',
  notYouNotice:
    'Falls Sie das nicht waren, sichern Sie sofort Ihr Postfach, melden Sie sich dann bei {app} an und entfernen Sie unbekannte Geräte.',
  footer: 'Diese Nachricht wurde automatisch wegen eines Vorgangs bei {app} gesendet. Antworten werden nicht gelesen.',
  kinds: {
    passkey: 'Passkey',
    backupCode: 'Backup-Code',
    password: 'Passwort',
    mnemonic: 'Wiederherstellungsphrase',
    privateKey: 'privater Schlüssel',
    keystore: 'verschlüsselte Schlüsseldatei',
  },
}
