import { Migration } from '@mikro-orm/migrations';

/** Verifies addresses that a provider has verified, or that received a used reset link. */
export const confirmShown = `
  update users set email_verified_at = now()
  where email is not null and (
    exists (select from identities i where i.user_id = users.id and lower(i.email) = lower(users.email))
    or exists (select from password_resets r where r.user_id = users.id and r.used_at is not null)
    or exists (select from activity a where a.user_id = users.id and a.kind = 'password_reset'))`;

/**
 * Adds verified addresses. Existing addresses start unverified, unless a provider verified them or their user reset a
 * password by mail.
 */
export class Addresses extends Migration {
  override up(): void {
    this.addSql('alter table users add column email_verified_at timestamptz(3)');
    this.addSql(confirmShown);
    this.addSql(`alter table reset_requests add column reason text not null default 'forgotten'`);
    this.addSql(`alter table password_resets add column reason text not null default 'forgotten'`);
    // One row per mail about an address; token_hash is null for a mail without a link, which still counts against the
    // limit.
    this.addSql(`
      create table address_links (
        id uuid primary key,
        token_hash text unique,
        user_id uuid not null references users (id) on delete cascade,
        kind text not null check (kind in ('verify', 'change', 'undo')),
        email text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    this.addSql('create index address_links_user on address_links (user_id, created_at)');
    this.addSql('create index address_links_email on address_links (lower(email), created_at)');
  }

  override down(): void {
    this.addSql('drop table address_links');
    this.addSql('alter table password_resets drop column reason');
    this.addSql('alter table reset_requests drop column reason');
    this.addSql('alter table users drop column email_verified_at');
  }
}
