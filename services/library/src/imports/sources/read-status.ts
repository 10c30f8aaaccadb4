import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { isTooLong, nothing, plain, type Read, saysNothing, shown } from './read-values.ts';

/** Status words of other services and of spreadsheets, in English, German, French and Spanish. */
const words: Readonly<Record<Status, readonly string[]>> = {
  want_to_play: [
    'want to play,wishlist,wishlisted,wish list,want,wanted,backlog,backlogged,plan,planned,plan to play,planning,to play',
    'unplayed,not played,never played,not started,not yet started,unstarted,pending,queued,queue,interested,todo,to do',
    'up next,next,play next,next up,someday,pile of shame',
    'will ich spielen,möchte ich spielen,Wunschliste,gewünscht,geplant,ungespielt,nicht gespielt,noch nicht gespielt',
    'nicht begonnen,noch nicht begonnen,nicht gestartet,zu spielen,als nächstes',
    'à jouer,à faire,liste de souhaits,souhaité,envie,prévu,non commencé,pas commencé,pas encore commencé,non joué',
    'pendiente,por jugar,lista de deseos,deseado,deseada,quiero jugar,sin empezar,no empezado,sin jugar,planeado',
  ],
  playing: [
    'playing,currently playing,in progress,now playing,started,begun,replaying,reading,watching,active,current',
    'on hold,paused,pause,shelved,unfinished,endless,continuous,ongoing,infinite',
    'wird gespielt,spiele ich,spiele ich gerade,spiele gerade,spielt,am spielen,begonnen,angefangen,gestartet,läuft',
    'in Arbeit,aktuell,pausiert,unterbrochen,endlos,fortlaufend,unbeendet',
    'en cours,je joue,commencé,commencée,en pause,sans fin',
    'jugando,en curso,en progreso,en proceso,empezado,empezada,en pausa,pausado,pausada,sin fin',
  ],
  completed: [
    'completed,complete,finished,beaten,beat,played,mastered,done,retired completed,fully completed,cleared,perfect',
    'perfected,platinum,platinumed,100,main story,main story completed,story completed,played through',
    'gespielt,durchgespielt,abgeschlossen,beendet,fertig,geschafft,erledigt,komplett,vollständig,Platin,platiniert',
    'terminé,terminée,fini,finie,complété,complétée,achevé,achevée,joué,jouée,platine,platiné',
    'completado,completada,terminado,terminada,acabado,acabada,finalizado,finalizada,jugado,jugada,pasado,platino',
  ],
  dropped: [
    "dropped,abandoned,quit,retired,gave up,given up,dnf,did not finish,didn't finish,won't play,will not play,stopped",
    'not interested,cancelled,canceled',
    'abgebrochen,aufgegeben,fallengelassen,verworfen,nicht interessiert,kein Interesse,werde ich nicht spielen',
    'abandonné,abandonnée,arrêté,arrêtée,laissé tomber,pas intéressé,pas intéressée',
    'abandonado,abandonada,dejado,dejada,cancelado,cancelada,no me interesa',
  ],
  collection: [
    'collection,owned,own,library,in collection,in library,bought,purchased',
    'Sammlung,in Sammlung,im Besitz,besitze ich,vorhanden,gekauft,Bibliothek',
    'dans la collection,possédé,possédée,bibliothèque,ludothèque,acheté,achetée',
    'colección,en la colección,en propiedad,lo tengo,biblioteca,comprado,comprada',
  ],
};

const statuses: ReadonlyMap<string, Status> = new Map(
  Object.entries(words).flatMap(([status, lines]) =>
    [status, ...lines.flatMap((line) => line.split(','))].map((word) => [plain(word), status as Status] as const),
  ),
);

/** `100% Completed`, `Completed (100%)` */
const withoutWhole = (text: string) => text.replace(/\(?\b100\s*%\)?/, '');

export function readStatus(text: string): Read<Status> {
  if (saysNothing(text)) return nothing;
  const value = isTooLong(text) ? undefined : (statuses.get(plain(text)) ?? statuses.get(plain(withoutWhole(text))));
  return value ? { value } : { problem: `"${shown(text)}" is not a known status.` };
}
