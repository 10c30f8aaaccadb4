export const readme = (username: string, at: Date) =>
  `Nightshelf: the data of ${username}
Put together on ${at.toISOString()} (UTC).

account.json    your profile, linked accounts, API tokens (without their secrets) and where you are signed in
activity        what happened to your account, as far back as it is kept
follows         whom you follow and who follows you
notifications   what you are told, as far as it is kept; notification-settings.json has what you chose, and the browsers it is sent to
library         every game of your vault, with what you wrote about it; saved-views.json has the views that you saved,
                lists.json your lists of games, favourites.json those that stand for you on your profile,
                imports.json what you imported in the last 30 days, row by row, choices.json the
                games that you chose for names, steam.json the account that your vault is
                synchronised with, history.json what changed in it, game by game, as
                far back as you have it kept: what has the same action was done at once; removed.json what you removed and can
                bring back, with what you played of it and the lists that it was in
playthroughs    how you went through them, and sessions: when you played, how long, and what you said about it; the playthrough_id
                of a session is the id of its playthrough

Lists come twice: as .json, complete, and as .csv for a spreadsheet. CSV files are UTF-8 with a byte-order mark. A quote (')
stands before whatever a spreadsheet would take for a formula. Passwords and secrets are kept as hashes only and are not here.
`.replaceAll('\n', '\r\n');
