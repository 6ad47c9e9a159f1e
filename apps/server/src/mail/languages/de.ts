import type { MailCatalog } from './MailCatalog.ts'

export const de: MailCatalog = {
  direction: 'ltr',
  labels: { app: 'App', site: 'Website', device: 'Gerät', time: 'Zeit' },
  texts: {
    loginCode: {
      subject: 'Dein Anmeldecode für {app}',
      body: 'Gib diesen Code ein, um dich bei {app} anzumelden.',
    },
    deviceLink: {
      subject: 'Gerät für {app} freigeben',
      body: 'Ein Gerät möchte sich mit deiner Adresse bei {app} anmelden. Öffne den Link und gib die zwei Ziffern ein, die das Gerät anzeigt.',
      action: 'Gerät prüfen',
    },
    stepUpCode: {
      subject: 'Dein Bestätigungscode für {app}',
      body: 'Gib diesen Code ein, um bei {app} zu bestätigen, dass du es bist.',
    },
    emailChangeOldCode: {
      subject: 'Dein Code zum Ändern deiner Adresse bei {app}',
      body: 'Gib diesen Code ein, damit du dich künftig mit {newEmail} statt mit dieser Adresse anmeldest.',
    },
    emailChangeNewCode: {
      subject: 'Bestätige deine neue Adresse für {app}',
      body: 'Gib diesen Code ein, um dich künftig mit dieser Adresse bei {app} anzumelden.',
    },
    emailChanged: {
      subject: 'Deine Adresse bei {app} wurde geändert',
      body: 'Ab jetzt meldest du dich bei {app} mit {newEmail} an. {hours} Stunden lang kannst du die Änderung hier rückgängig machen; dabei werden alle Geräte abgemeldet.',
      action: 'Änderung rückgängig machen',
    },
    passwordTried: {
      subject: 'Für deine Wallet bei {app} wurde ein Passwort probiert',
      body: 'Ein Gerät, das deine Wallet nicht hat, wollte sie mit einem Passwort öffnen. Das war Versuch {count} von {limit} in 24 Stunden.',
    },
    walletRecovered: {
      subject: 'Deine Wallet bei {app} wurde auf einem neuen Gerät geöffnet',
      body: 'Die Wallet deines Kontos wurde auf einem Gerät geöffnet, das sie vorher nicht hatte.',
    },
    walletExported: {
      subject: 'Deine Wallet bei {app} wurde exportiert',
      body: 'Exportiert: {kind}. Wer dies besitzt, kann über alles in der Wallet verfügen.',
    },
    walletExportedOffline: {
      subject: 'Deine Wallet bei {app} wurde exportiert, während der Server nicht antwortete',
      body: 'Auf dem Gerät unten exportiert: {kind}. Das Gerät erreichte den Server damals nicht und meldet es jetzt. Wer dies besitzt, kann über alles in der Wallet verfügen.',
    },
    recoveryAdded: {
      subject: 'Deine Wallet bei {app} lässt sich auf einem neuen Weg wiederherstellen',
      body: 'Hinzugefügt: {kind}. Damit lässt sich deine Wallet auf einem neuen Gerät öffnen.',
    },
    recoveryRemoved: {
      subject: 'Ein Weg zur Wiederherstellung deiner Wallet bei {app} wurde entfernt',
      body: 'Entfernt: {kind}. Damit lässt sich deine Wallet nicht mehr öffnen.',
    },
    newDevice: {
      subject: 'Ein neues Gerät hat sich bei {app} angemeldet',
      body: 'Ein Gerät, das dein Konto noch nicht kannte, hat sich angemeldet. Warst du es, ist nichts zu tun. Wenn nicht, beende diese Anmeldung jetzt.',
      action: 'Diese Anmeldung beenden',
    },
    deviceRevoked: {
      subject: 'Ein Gerät wurde von {app} abgemeldet',
      body: 'Das unten genannte Gerät wurde abgemeldet und kann deine Wallet nicht mehr öffnen.',
    },
    walletRotated: {
      subject: 'Deine Wallet bei {app} hat einen neuen Schlüssel',
      body: 'Deine Wallet hat einen neuen Schlüssel. Andere Geräte müssen neu hinzugefügt werden; Adresse und Guthaben bleiben gleich. {days} Tage lang kannst du die Änderung hier zurücknehmen; dabei werden alle Geräte abgemeldet.',
      action: 'Änderung zurücknehmen',
    },
    walletRestored: {
      subject: 'Der neue Schlüssel deiner Wallet bei {app} wurde zurückgenommen',
      body: 'Deine Wallet öffnet sich wieder wie vor der Änderung ihres Schlüssels. Alle Geräte wurden abgemeldet; melde dich auf deinen neu an.',
    },
    newWalletCode: {
      subject: 'Dein Code für eine neue Wallet bei {app}',
      body: 'Ein Gerät bittet um eine neue, leere Wallet für deine Anmeldung. Deine Wallet {address} wird dadurch nicht geöffnet: Sie bleibt, wie sie ist, und öffnet sich nur auf einem Gerät, das sie hat. Gib diesen Code auf dem Gerät unten ein, um fortzufahren.',
    },
    loginMoved: {
      subject: 'Deine Anmeldung bei {app} hat eine neue Wallet',
      body: 'Neue Geräte, die sich mit deiner Anmeldung anmelden, bekommen ab jetzt eine neue, leere Wallet. Deine Wallet {address} ist unverändert: Sie öffnet sich auf jedem Gerät, das sie hat. {days} Tage lang kannst du die Anmeldung hier zurückführen.',
      action: 'Anmeldung zurückführen',
    },
    loginReturned: {
      subject: 'Deine Anmeldung bei {app} führt wieder zur vorherigen Wallet',
      body: 'Neue Geräte, die sich mit deiner Anmeldung anmelden, bekommen wieder die vorherige Wallet. Keine Wallet wurde geändert, und jede öffnet sich auf den Geräten, die sie haben. {days} Tage lang kannst du das hier zurücknehmen.',
      action: 'Zurücknehmen',
    },
    identityAdded: {
      subject: 'Für {app} wurde eine Anmeldemethode hinzugefügt',
      body: 'Hinzugefügt: {kind}. Ab jetzt kannst du dich auch damit bei deinem Konto anmelden. Wenn du das nicht kennst, entferne es in deiner Wallet unter „Anmeldemethoden“.',
    },
    identityRemoved: {
      subject: 'Für {app} wurde eine Anmeldemethode entfernt',
      body: 'Entfernt: {kind}. Damit ist keine Anmeldung bei deinem Konto mehr möglich; Geräte, die so angemeldet waren, wurden abgemeldet.',
    },
  },
  codeLife: 'Der Code gilt einmal und {minutes} Minuten lang.',
  linkLife: 'Der Link gilt einmal und {minutes} Minuten lang.',
  linkDays: 'Der Link gilt einmal und {days} Tage lang.',
  notYouCode:
    'Falls du das nicht warst, ignoriere diese Nachricht und gib den Code niemandem. Niemand von {app} wird dich je danach fragen.',
  notYouLink: 'Falls du das nicht warst, öffne den Link nicht. Ohne dich bleibt das Gerät draußen.',
  notYouNotice:
    'Falls du das nicht warst, sichere sofort dein Postfach, melde dich dann bei {app} an und entferne unbekannte Geräte.',
  footer: 'Diese Nachricht wurde automatisch wegen eines Vorgangs bei {app} gesendet. Antworten werden nicht gelesen.',
  kinds: {
    passkey: 'Passkey',
    backupCode: 'Backup-Code',
    password: 'Passwort',
    mnemonic: 'Wiederherstellungsphrase',
    privateKey: 'privater Schlüssel',
    keystore: 'verschlüsselte Schlüsseldatei',
    email: 'E-Mail-Adresse',
  },
}
