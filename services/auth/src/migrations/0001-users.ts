import { Migration } from '@mikro-orm/migrations';

export class Users extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id uuid primary key,
        username text not null,
        email text not null,
        password_hash text not null,
        first_name text,
        last_name text,
        created_at timestamptz(3) not null,
        is_active boolean not null,
        privacy text not null check (privacy in ('public', 'private')),
        version int not null
      )`);
    this.addSql('create unique index users_username on users (lower(username))');
    this.addSql('create unique index users_email on users (lower(email))');
  }

  override down(): void {
    this.addSql('drop table users');
  }
}
